import { randomBytes, X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { Integer, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  Certificate,
  CertificateChainValidationEngine,
  ExtKeyUsage,
  MessageImprint,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { checkCms, oids, owned } from './cms.ts'

/* Time stamps (RFC 3161). What an authority answers is believed only once all of it has been checked here. */

/** Whom to ask for time stamps, and whom to believe. */
export interface TimestampAuthority {
  url: string
  /** Certificates, PEM, that its own has to lead to, beside those that browsers trust. */
  roots: readonly string[]
}

const answerTime = 15_000
const largestAnswer = 64 * 1024
/** How far the authority's clock may be from ours (ms). */
const drift = 5 * 60_000
const timeStamping = '1.3.6.1.5.5.7.3.8'

/**
 * @param digest SHA-256 of what is stamped
 * @returns the token, DER, once everything in it has been checked
 * @throws Error saying what isn't right with the answer; errors of the connection
 */
export async function requestTimestamp(digest: Uint8Array, { url, roots }: TimestampAuthority): Promise<Uint8Array> {
  // Positive, and of a fixed length.
  const nonce = randomBytes(16)
  nonce[0] = 0x40 | ((nonce[0] ?? 0) & 0x3f)
  const messageImprint = new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithmId: oids.sha256 }),
    hashedMessage: new OctetString({ valueHex: owned(digest) }),
  })
  const request = new TimeStampReq({
    version: 1,
    messageImprint,
    certReq: true,
    nonce: new Integer({ valueHex: owned(nonce) }),
  })
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: new Uint8Array(request.toSchema().toBER()),
    redirect: 'error',
    signal: AbortSignal.timeout(answerTime),
  })
  if (!answer.ok) throw new Error(`the time-stamp authority answered ${answer.status}`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (bytes.length > largestAnswer) throw new Error('the time-stamp authority’s answer is too large')
  const { status, timeStampToken } = TimeStampResp.fromBER(bytes)
  if (status.status > 1 || !timeStampToken) throw new Error('the time-stamp authority refused')
  const token = new Uint8Array(timeStampToken.toSchema().toBER())
  const { time, isTrusted } = await checkTimestamp(token, digest, { roots, nonce })
  if (!isTrusted) throw new Error('the time stamp’s certificate leads to no authority that is trusted')
  if (Math.abs(time.getTime() - Date.now()) > drift) throw new Error('the time stamp’s time is not now')
  return token
}

/** A time stamp that holds. */
export interface CheckedTimestamp {
  time: Date
  /** Whether its certificate, valid at that time, leads to a root that is trusted. */
  isTrusted: boolean
}

/**
 * @param digest SHA-256 of what was stamped
 * @param expected.nonce of the request, where there was one
 * @throws Error saying what doesn't hold
 */
export async function checkTimestamp(
  token: Uint8Array,
  digest: Uint8Array,
  { roots, nonce }: { roots: readonly string[]; nonce?: Uint8Array },
): Promise<CheckedTimestamp> {
  const { signer, certificates, contentType, content } = checkCms(token)
  if (contentType !== oids.timeStampInfo || !content) throw new Error('not a time stamp')
  const info = TSTInfo.fromBER(owned(content))
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  if (hashAlgorithm.algorithmId !== oids.sha256 || !Buffer.from(hashedMessage.valueBlock.valueHexView).equals(digest))
    throw new Error('the time stamp covers other data')
  if (nonce && !(info.nonce && Buffer.from(info.nonce.valueBlock.valueHexView).equals(nonce)))
    throw new Error('the time stamp answers another request')
  if (!isForTimeStamps(signer)) throw new Error('the time stamp’s certificate is not for time stamps')
  return { time: info.genTime, isTrusted: await leadsToRoot(signer, certificates, info.genTime, roots) }
}

/** @returns whether that is all it is for, and critical (RFC 3161, 2.3) */
function isForTimeStamps({ raw }: X509Certificate): boolean {
  const usage = Certificate.fromBER(owned(raw)).extensions?.find(({ extnID }) => extnID === '2.5.29.37')
  const purposes = usage?.parsedValue instanceof ExtKeyUsage ? usage.parsedValue.keyPurposes : []
  return usage?.critical === true && purposes.length === 1 && purposes[0] === timeStamping
}

let browserRoots: X509Certificate[] | undefined

async function leadsToRoot(
  signer: X509Certificate,
  certificates: readonly X509Certificate[],
  checkDate: Date,
  roots: readonly string[],
): Promise<boolean> {
  const issuers = new Set(certificates.map(({ issuer }) => issuer))
  browserRoots ??= rootCertificates.map(pem => new X509Certificate(pem))
  const trusted = [...roots.map(pem => new X509Certificate(pem)), ...browserRoots]
  const parsed = ({ raw }: X509Certificate) => Certificate.fromBER(owned(raw))
  const engine = new CertificateChainValidationEngine({
    trustedCerts: trusted.filter(({ subject }) => issuers.has(subject)).map(parsed),
    // The engine takes the last one for the one to check.
    certs: [...certificates.filter(each => each !== signer), signer].map(parsed),
    checkDate,
  })
  const { result } = await engine.verify()
  return result
}
