import type { Config } from '../../../server/platform/config.ts'
import { log } from '../../../server/platform/log.ts'
import { createClamd, type Scanner } from './clamd.ts'

let opened: Scanner | undefined

/**
 * Prepares the malware scanner that `CLAMD_URL` names, and logs whether there is one. It need not be running, and is
 * never closed: a check that ends late must not mistake that for a site without a scanner.
 */
export function openScanner({ clamd }: Pick<Config, 'clamd'>): void {
  opened = clamd && createClamd(clamd)
  if (!opened) {
    log.info('uploads are not scanned for malware, because CLAMD_URL is not set')
    return
  }
  opened.version().then(
    version => log.info('uploads are scanned for malware', { scanner: version }),
    error => log.warn('the malware scanner can’t be reached; uploads are held', { reason: error.message }),
  )
}

/** @returns the malware scanner; undefined if `CLAMD_URL` isn't set */
export function scanner(): Scanner | undefined {
  return opened
}
