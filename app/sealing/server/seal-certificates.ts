import { createPrivateKey, randomUUID, sign, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { sealing } from '../../../content/sealing.ts'
import { formatDay } from '../../../rules/days.ts'
import { actAsJobs, withLock } from '../../../server/database/act-as.ts'
import type { Config } from '../../../server/platform/config.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { log } from '../../../server/platform/log.ts'
import { derivedSecret } from '../../../server/platform/seal.ts'
import { StartError } from '../../../server/platform/start-error.ts'
import { sealNumber, unsealNumber } from '../../holders/server/sealed-numbers.ts'
import type { Signer } from './cms.ts'
import { sha256 } from './sha256.ts'
import type { TimestampAuthority } from './timestamp.ts'

/* The certificate that seals, and its key. */

let vaultKeys: readonly Buffer[] = []
let authority: TimestampAuthority | undefined

/** @throws StartError where TSA_ROOTS names no certificates */
export function openSealing(config: Pick<Config, 'vaultKeys' | 'tsaUrl' | 'tsaRoots'>): void {
  // A site without VAULT_KEY has AUTH_SECRET.
  vaultKeys = [...(config.vaultKeys ?? []), Buffer.from(derivedSecret('seal certificates'), 'base64url')]
  authority = config.tsaUrl ? { url: config.tsaUrl, roots: readRoots(config.tsaRoots) } : undefined
}

function readRoots(path: string | undefined): string[] {
  if (!path) return []
  try {
    const found = certificatesIn(readFileSync(path, 'utf8'))
    if (found.length > 0) return found.map(each => each.toString())
  } catch {
    // Said below.
  }
  throw new StartError('TSA_ROOTS names no file with certificates (PEM) that the site can read.')
}

/** @returns the certificates in a text, PEM */
const certificatesIn = (text: string) =>
  (text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(pem => new X509Certificate(pem))

/** @returns whom to ask for time stamps; undefined where TSA_URL isn't set */
export const timestampAuthority = () => authority

/** A certificate with its key, as a row keeps it. */
export function certificateRow(certificate: Uint8Array, chain: readonly Uint8Array[], key: Uint8Array) {
  const id = randomUUID()
  const { subject, issuer, validFrom, validTo } = new X509Certificate(certificate)
  const [first] = vaultKeys
  if (!first) throw new Error('sealing is not open')
  const { ciphertext, keyId } = sealNumber(first, id, 'seal_key', Buffer.from(key).toString('base64'))
  return {
    id,
    certificate: Buffer.from(certificate),
    chain: chain.map(each => new X509Certificate(each).toString()).join(''),
    fingerprint: sha256(certificate).toString('hex'),
    subject: inOneLine(subject),
    issuer: inOneLine(issuer),
    valid_from: new Date(validFrom),
    valid_until: new Date(validTo),
    sealed_key: ciphertext,
    key_id: keyId,
  }
}

/** @returns a name of a certificate, its parts on one line */
export const inOneLine = (name: string) => name.replaceAll('\n', ', ').slice(0, 500)

/** The certificate in force. */
export interface SealCertificate {
  id: string
  signer: Signer
}

const dayMs = 86_400_000

/**
 * @returns the certificate to seal with. The portal makes one where there is none, and where the one that it made can't be
 * read or would end too soon
 * @throws Error where the fund's own can't be read, which with the right VAULT_KEY it can; and where it has ended: only the
 * office replaces it
 */
export async function sealCertificate(): Promise<SealCertificate> {
  return (await findUsable()) ?? withLock('seal certificate', async () => (await findUsable()) ?? make())
}

async function findUsable(): Promise<SealCertificate | undefined> {
  const row = await actAsJobs(tx =>
    tx
      .selectFrom('seal_certificates')
      .select(['id', 'certificate', 'chain', 'is_own', 'valid_until', 'sealed_key', 'key_id'])
      .where('in_force_from', 'is not', null)
      .where('sealed_key', 'is not', null)
      .executeTakeFirst(),
  )
  if (!row?.sealed_key || !row.key_id) return undefined
  const { id, certificate, chain, is_own, valid_until: ends, sealed_key: ciphertext, key_id: keyId } = row
  if (is_own && ends.getTime() <= Date.now())
    throw new Error(`The fund’s certificate ended on ${formatDay(fundDay(ends))}. Bring another one, or have one made.`)
  if (!is_own && ends.getTime() < Date.now() + sealing.leastDays * dayMs) return undefined
  const key = unsealNumber(vaultKeys, id, { ciphertext, keyId })
  if (key !== undefined) {
    const issuers = certificatesIn(chain).map(({ raw }) => raw)
    return { id, signer: signerOf(certificate, issuers, Buffer.from(key, 'base64')) }
  }
  if (is_own) throw new Error('The key of the fund’s certificate can’t be read: it was kept under another VAULT_KEY.')
  return undefined
}

const signWith = promisify(sign)

export function signerOf(certificate: Uint8Array, chain: readonly Uint8Array[], pkcs8: Buffer): Signer {
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  return { certificate, chain, sign: bytes => signWith('sha256', bytes, key) }
}

async function make(): Promise<SealCertificate> {
  const { makeCertificate } = await import('./seal-tools.ts')
  const { certificate, key } = await makeCertificate()
  const row = certificateRow(certificate, [], key)
  await actAsJobs(tx =>
    tx
      .insertInto('seal_certificates')
      .values({ ...row, is_own: false, in_force_from: new Date() })
      .execute(),
  )
  log.info('made a certificate for the seal', { fingerprint: row.fingerprint })
  return { id: row.id, signer: signerOf(certificate, [], Buffer.from(key)) }
}

/**
 * Seals a page and checks the seal, before anything is sent to be signed.
 * @returns what is wrong, in a sentence for the office; null if nothing is
 */
export async function sealProblem(): Promise<string | null> {
  try {
    const { signer } = await sealCertificate()
    const { blankPdf, sealPdf, verifyPdf } = await import('./seal-tools.ts')
    const checked = await verifyPdf(await sealPdf(await blankPdf(), { signer, reason: 'A test' }))
    if (checked.found === 'sealed' && checked.isExact && checked.appended === 0) return null
    return 'A test seal didn’t verify, so nothing can be sealed.'
  } catch (error) {
    return (error as Error).message.slice(0, 500)
  }
}
