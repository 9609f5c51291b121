import { repeated, unless } from './check-helpers.ts'

/** A registered name in lower case: no scheme, port, path or IP address. */
const isHost = (name: string) => /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(name)

/** @returns faults of the hosts of signing links */
export function inSigning(hosts: readonly string[]): string[] {
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
  ]
}
