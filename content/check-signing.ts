import { repeated, unless } from './check-helpers.ts'

/** A registered name, in the letters that addresses are sent with: no scheme, port, path or address of a machine. */
const isHost = (name: string) => /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(name)

/** @returns what is wrong with the hosts of signing links */
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
