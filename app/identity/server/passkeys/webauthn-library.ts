/** Loads the library when a passkey is first used: it takes 0.4 s, which would delay the site's start. */
export function webauthnLibrary() {
  return import('@simplewebauthn/server')
}
