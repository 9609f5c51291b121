/** Loads the library when a passkey is first used: it takes 0.4 s, which no start of the site needs to wait for. */
export function webauthnLibrary() {
  return import('@simplewebauthn/server')
}
