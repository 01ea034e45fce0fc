// The functions that may need the second module, as functions that load it when they need it and give promises.

import * as charsniff from "#charsniff";

const waiting = (call) => async (...given) => {
  try {
    return call(...given);
  } catch (error) {
    if (!(error instanceof charsniff.NotReadyError)) {
      throw error;
    }
    await charsniff.ready();
    return call(...given);
  }
};

export const sniff = waiting(charsniff.sniff);
export const explain = waiting(charsniff.explain);
export const detect = waiting(charsniff.detect);
export const decode = waiting(charsniff.decode);
export const tryDecode = waiting(charsniff.tryDecode);
export const positions = waiting(charsniff.positions);
export const health = waiting(charsniff.health);
