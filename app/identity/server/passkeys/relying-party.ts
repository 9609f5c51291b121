import { fund } from '../../../../content/fund.ts'

/** WebAuthn's relying party: a browser uses passkeys only at this host (WebAuthn section 5.4.2). */
interface RelyingParty {
  /** The host, without port. */
  rpID: string
  rpName: string
  /** The one origin whose pages may request passkeys. */
  origin: string
}

/** @param origin of the request's page (`originOf`): APP_URL's, or in development the local name that was typed */
export function relyingParty(origin: string): RelyingParty {
  return { rpID: new URL(origin).hostname, rpName: fund.name, origin }
}
