package org.charsniff;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/**
 * The engines of the process: at most one for each processor, made when they are needed. A thread takes the one that it
 * had last, if that is free.
 */
final class Engines {
    /** An engine with more memory than this, which a large resource has left, is replaced. */
    private static final int MOST_KEPT = 64 << 20;

    private static final AtomicReferenceArray<Engine> ENGINES =
            new AtomicReferenceArray<>(Math.max(1, Runtime.getRuntime().availableProcessors()));

    private Engines() {}

    /** Uses an engine. If that fails by anything but an exception for the caller, the engine is not used again. */
    static <T> T use(Function<Engine, T> work) {
        return with(take(), work);
    }

    /** An engine whose lock the caller then holds. */
    private static Engine take() {
        int count = ENGINES.length();
        int first = (int) (Thread.currentThread().getId() % count);
        for (int i = 0; i < count; i++) {
            int place = (first + i) % count;
            Engine engine = ENGINES.get(place);
            if (engine == null) {
                Engine made = Natives.newEngine();
                made.lock.lock();
                if (ENGINES.compareAndSet(place, null, made)) {
                    return made;
                }
                engine = ENGINES.get(place);
            }
            if (engine != null && engine.lock.tryLock()) {
                return engine;
            }
        }
        // All are busy. One that was retired meanwhile is used once.
        Engine engine = ENGINES.get(first);
        if (engine == null) {
            engine = Natives.newEngine();
        }
        engine.lock.lock();
        return engine;
    }

    /** Uses an engine whose lock is held, and gives the lock back. */
    private static <T> T with(Engine engine, Function<Engine, T> work) {
        try {
            for (Runnable free; (free = engine.abandoned.poll()) != null; ) {
                free.run();
            }
            T result = work.apply(engine);
            if (engine.held() > MOST_KEPT && engine.streams == 0) {
                retire(engine);
            }
            return result;
        } catch (IllegalArgumentException error) {
            throw error;
        } catch (Throwable error) {
            // Out of memory or a bug: what the engine was doing is not finished.
            retire(engine);
            throw error;
        } finally {
            engine.lock.unlock();
        }
    }

    /** Uses the engine that something lives in. */
    static <T> T use(Engine engine, Function<Engine, T> work) {
        engine.lock.lock();
        return with(engine, work);
    }

    private static void retire(Engine engine) {
        for (int i = 0; i < ENGINES.length(); i++) {
            ENGINES.compareAndSet(i, engine, null);
        }
    }
}
