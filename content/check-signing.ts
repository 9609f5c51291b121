import { inConsent } from './check-consent.ts'
import { repeated, unless } from './check-helpers.ts'
import type { ConsentTexts } from './consent-types.ts'

/** A registered name in lower case: no scheme, port, path or IP address. */
const isHost = (name: string) => /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(name)

/** @returns faults of the hosts of signing links, and of the disclosure before signing here */
export function inSigning(hosts: readonly string[], electronicRecords: ConsentTexts): string[] {
  const at = 'content/signing.ts: signingHosts'
  return [
    ...hosts.flatMap(host =>
      unless(
        isHost(host),
        at,
        `'${host}' must be the name of a host in lower case, such as 'docusign.net', without https:// and without a path.`,
      ),
    ),
    ...repeated(hosts).map(host => `${at} names '${host}' twice.`),
    ...inConsent(electronicRecords, 'content/electronic-records.ts', { parts: 7, by: '15 USC 7001(c)' }),
  ]
}
