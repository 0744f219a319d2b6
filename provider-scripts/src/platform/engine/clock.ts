/** The time by Keycloak's clock, which an administrator may shift. */

const Time = Java.type('org.keycloak.common.util.Time');

/** In Unix seconds. */
export function currentTime(): number {
  return Time.currentTime();
}

/** In Unix milliseconds. */
export function currentMillis(): number {
  return Number(Time.currentTimeMillis());
}
