/** @returns whether a host's name or IP address, with or without brackets, is this machine's own */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || /^\[?::1\]?$/.test(host) || /^127\.\d+\.\d+\.\d+$/.test(host)
}
