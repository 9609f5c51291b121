import type { Config } from '../../../server/platform/config.ts'

/**
 * @returns the prefix of every cookie's name. Under https it prevents plain connections and neighboring hosts from
 * planting a cookie (RFC 6265bis)
 */
export function cookiePrefix({ secure }: Pick<Config, 'secure'>): string {
  return secure ? '__Host-' : ''
}
