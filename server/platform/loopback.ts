import { isIP } from 'node:net'

/** @returns whether a host's name or IP address, with or without brackets, is this machine's own */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || /^\[?::1\]?$/.test(host) || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** @returns whether a host name is public. An IP address isn't: passkeys need a name (WebAuthn section 5.1.2) */
export function isPublicHost(host: string): boolean {
  const isAddress = isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0
  return !isAddress && host.includes('.') && !/\.(localhost|local|internal|lan|home\.arpa|test)$/.test(host)
}
