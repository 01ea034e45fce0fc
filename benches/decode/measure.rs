//! Two pieces of code, timed in turns.

use std::time::{Duration, Instant};

/// The minimum duration of a turn.
const TURN: Duration = Duration::from_micros(150);

/// The shortest time per call of each, over `rounds` rounds of one turn each.
pub fn best_of(rounds: u32, ours: &mut dyn FnMut(), theirs: &mut dyn FnMut()) -> (Duration, Duration) {
    let (our_calls, their_calls) = (calls_a_turn(ours), calls_a_turn(theirs));
    let mut best = (Duration::MAX, Duration::MAX);
    for _ in 0..rounds {
        best.0 = best.0.min(turn(our_calls, ours));
        best.1 = best.1.min(turn(their_calls, theirs));
    }
    (best.0 / our_calls, best.1 / their_calls)
}

fn calls_a_turn(call: &mut dyn FnMut()) -> u32 {
    let mut calls = 1;
    while turn(calls, call) < TURN {
        calls *= 2;
    }
    calls
}

fn turn(calls: u32, call: &mut dyn FnMut()) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        call();
    }
    start.elapsed()
}

/// The geometric mean and the smallest of some ratios.
pub fn mean_and_least(ratios: &[f64]) -> (f64, f64) {
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    ((sum / ratios.len() as f64).exp(), ratios.iter().copied().fold(f64::INFINITY, f64::min))
}
