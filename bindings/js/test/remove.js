import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Removes a browser's profile. Processes of the browser may still write to it after the browser ended, and `maxRetries` of
 * `rmSync` does not remove new files. A folder that cannot be removed is left to the system.
 */
export async function removeProfile(folder) {
  for (let tries = 0; tries < 50; tries++) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch {
      await pause(100);
    }
  }
}
