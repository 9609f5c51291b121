import { verify, X509Certificate } from 'node:crypto'
import { P12Signer } from '@libpdf/core'
import { Certificate } from 'pkijs'
import { sealing } from '../../../content/sealing.ts'
import { addDays } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { owned } from './cms.ts'
import { signerOf } from './seal-certificates.ts'

/* A file with the key of a certificate, PKCS #12. Loaded with the first one, as seal-tools.ts is. */

/** @throws PortalError SEAL_KEY_PASSWORD, SEAL_KEY_FILE, SEAL_KEY_KIND */
export async function readKeyFile(bytes: Uint8Array, password: string) {
  const opened = await P12Signer.create(bytes, password).catch(error => {
    throw new PortalError(/password|integrity|decrypt/i.test(String(error)) ? 'SEAL_KEY_PASSWORD' : 'SEAL_KEY_FILE')
  })
  // Its key is kept here alone, and a key that can't be stored can't seal tomorrow.
  const { privateKey } = opened as unknown as { privateKey: CryptoKey }
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey))
  const all = [opened.certificate, ...opened.certificateChain]
  const probe = Buffer.from('probe')
  for (const certificate of all) {
    const { publicKey } = new X509Certificate(certificate)
    const signature = await signerOf(certificate, [], key).sign(probe)
    if (verifies(() => verify('sha256', probe, publicKey, signature)))
      return { certificate, chain: all.filter(each => each !== certificate), key }
  }
  throw new PortalError('SEAL_KEY_KIND')
}

/** A key of another kind throws. */
function verifies(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

/** @throws PortalError SEAL_KEY_KIND, SEAL_KEY_USE, SEAL_KEY_DAYS */
export function requireUsable(certificate: Uint8Array): void {
  const { publicKey, validFrom, validTo } = new X509Certificate(certificate)
  const { modulusLength = 0, namedCurve } = publicKey.asymmetricKeyDetails ?? {}
  if (!(publicKey.asymmetricKeyType === 'rsa' && modulusLength >= 2048) && namedCurve !== 'prime256v1')
    throw new PortalError('SEAL_KEY_KIND')
  const usage = Certificate.fromBER(owned(certificate)).extensions?.find(({ extnID }) => extnID === '2.5.29.15')
  const [bits = 0xff] = usage?.parsedValue?.valueBlock?.valueHexView ?? []
  // digitalSignature or nonRepudiation; any use without the extension.
  if ((bits & 0xc0) === 0) throw new PortalError('SEAL_KEY_USE')
  const needed = addDays(fundDay(), sealing.leastDays)
  if (new Date(validFrom) > new Date() || new Date(validTo) < new Date(`${needed}T00:00:00Z`))
    throw new PortalError('SEAL_KEY_DAYS')
}
