import { fund } from '../../../content/fund.ts'

/** Whom passkeys are for: a browser uses them only at this host (WebAuthn section 5.4.2). */
interface RelyingParty {
  /** The host, without port. */
  rpID: string
  rpName: string
  /** The one origin whose pages may ask. */
  origin: string
}

/**
 * @param origin of the request's page (`originOf`): APP_URL's, or in development the local name that was typed
 */
export function relyingParty(origin: string): RelyingParty {
  return { rpID: new URL(origin).hostname, rpName: fund.name, origin }
}
