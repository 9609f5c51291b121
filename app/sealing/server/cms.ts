import { createHash, constants as padding, verify, X509Certificate } from 'node:crypto'
import { Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  GeneralName,
  GeneralNames,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { sha256 } from './sha256.ts'

/*
 * CMS signatures (RFC 5652) of one signer, as PAdES baseline wants them (ETSI EN 319 142-1): detached, with the content's
 * type and hash and the signer's certificate as signed attributes, and without a signing time, which is the time stamp's
 * to say.
 */

export const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  /** Of authorities that still use SHA-1 for it. */
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const

/** Signs with a key that only it knows, such as one in a hardware module. */
export interface Signer {
  /** X.509, DER. */
  certificate: Uint8Array
  /** Certificates of its issuers, DER. */
  chain: readonly Uint8Array[]
  /** @returns a signature over the SHA-256 of the attributes: PKCS #1 v1.5 for RSA, DER for ECDSA */
  sign(signedAttributes: Uint8Array): Promise<Uint8Array>
}

/** @returns bytes with memory of their own, as pkijs and asn1js take them */
export const owned = (bytes: Uint8Array) => Uint8Array.from(bytes)

const parsedCertificate = (der: Uint8Array) => Certificate.fromBER(owned(der))

/**
 * @param digest SHA-256 of the content
 * @param stamp gets a time-stamp token over the SHA-256 of the signature, DER
 * @returns ContentInfo, DER
 */
export async function signCms(
  { certificate, chain, sign }: Signer,
  digest: Uint8Array,
  stamp?: (signatureSha256: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { issuer, serialNumber, subjectPublicKeyInfo } = parsedCertificate(certificate)
  const attributes = [
    new Attribute({ type: oids.contentType, values: [new ObjectIdentifier({ value: oids.data })] }),
    new Attribute({ type: oids.messageDigest, values: [new OctetString({ valueHex: owned(digest) })] }),
    signingCertificate(certificate),
  ]
  const signed = new SignedAndUnsignedAttributes({ type: 0, attributes })
  // What is signed is a SET, not the implicit [0] of the structure (RFC 5652, 5.4).
  const toSign = new Uint8Array(signed.toSchema().toBER())
  toSign[0] = 0x31
  const signature = await sign(toSign)
  const isRsa = subjectPublicKeyInfo.algorithm.algorithmId === '1.2.840.113549.1.1.1'
  const unsignedAttrs = stamp && tokenAttribute(await stamp(sha256(signature)))
  const info = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
    digestAlgorithm: new AlgorithmIdentifier({ algorithmId: oids.sha256 }),
    signedAttrs: signed,
    // sha256WithRSAEncryption or ecdsa-with-SHA256
    signatureAlgorithm: new AlgorithmIdentifier({
      algorithmId: isRsa ? '1.2.840.113549.1.1.11' : '1.2.840.10045.4.3.2',
    }),
    signature: new OctetString({ valueHex: owned(signature) }),
    ...(unsignedAttrs && { unsignedAttrs }),
  })
  const data = new SignedData({
    version: 1,
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: oids.sha256 })],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oids.data }),
    certificates: [certificate, ...chain].map(parsedCertificate),
    signerInfos: [info],
  })
  const whole = new ContentInfo({ contentType: oids.signedData, content: data.toSchema(true) })
  return new Uint8Array(whole.toSchema().toBER())
}

/** Binds the certificate to the signature (RFC 5035): no other one can be put in its place. */
function signingCertificate(der: Uint8Array): Attribute {
  const { issuer, serialNumber } = parsedCertificate(der)
  const names = new GeneralNames({ names: [new GeneralName({ type: 4, value: issuer })] })
  const issuerSerial = new Sequence({
    value: [names.toSchema(), new Integer({ valueHex: serialNumber.valueBlock.valueHexView })],
  })
  const certId = new Sequence({ value: [new OctetString({ valueHex: owned(sha256(der)) }), issuerSerial] })
  const certs = new Sequence({ value: [certId] })
  return new Attribute({ type: oids.signingCertificateV2, values: [new Sequence({ value: [certs] })] })
}

function tokenAttribute(token: Uint8Array): SignedAndUnsignedAttributes {
  const values = [ContentInfo.fromBER(owned(token)).toSchema()]
  return new SignedAndUnsignedAttributes({
    type: 1,
    attributes: [new Attribute({ type: oids.timeStampToken, values })],
  })
}

/** A signature that holds. */
export interface CheckedCms {
  signer: X509Certificate
  /** All that are in it, the signer's too. */
  certificates: X509Certificate[]
  signature: Uint8Array
  /** The type of what is signed, and the content itself where it isn't detached. */
  contentType: string
  content: Uint8Array | undefined
  unsigned: readonly Attribute[]
}

const hashes: Record<string, string> = {
  [oids.sha256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/**
 * Checks the signature of one signer over detached content, or the content within. No trust is placed in a certificate.
 * @param detached the content, in pieces
 * @throws Error saying what doesn't hold
 */
export function checkCms(der: Uint8Array, detached?: readonly Uint8Array[]): CheckedCms {
  const whole = ContentInfo.fromBER(owned(der))
  if (whole.contentType !== oids.signedData) throw new Error('not a signature')
  const data = new SignedData({ schema: whole.content })
  const [info, ...others] = data.signerInfos
  if (!info?.signedAttrs || others.length > 0) throw new Error('not one signer')
  const { eContentType, eContent } = data.encapContentInfo
  const content = eContent && new Uint8Array(eContent.getValue())
  const hash = hashes[info.digestAlgorithm.algorithmId]
  if (!hash || (content === undefined) === (detached === undefined)) throw new Error('an unknown kind of signature')
  const digest = createHash(hash)
  for (const piece of detached ?? [content as Uint8Array]) digest.update(piece)
  const attribute = (type: string) => info.signedAttrs?.attributes.find(each => each.type === type)?.values[0]
  const claimed = attribute(oids.messageDigest)
  if (!(claimed instanceof OctetString) || !digest.digest().equals(claimed.valueBlock.valueHexView))
    throw new Error('the content is not what was signed')
  const certificates = (data.certificates ?? []).flatMap(each =>
    each instanceof Certificate ? [new X509Certificate(Buffer.from(each.toSchema().toBER()))] : [],
  )
  const signer = certificates.find(each => isOf(info.sid, each))
  if (!signer || !certificates.every(each => isLinked(each, certificates))) throw new Error('a certificate was changed')
  const bound = boundHashes(attribute(oids.signingCertificateV2) ?? attribute(oids.signingCertificate))
  if (!bound.some(each => each.equals(hashOfSize(each.length, signer.raw))))
    throw new Error('the signature is not bound to its certificate')
  const signature = info.signature.valueBlock.valueHexView
  const isPss = info.signatureAlgorithm.algorithmId === '1.2.840.113549.1.1.10'
  const key = { key: signer.publicKey, ...(isPss && { padding: padding.RSA_PKCS1_PSS_PADDING }) }
  if (!verify(hash, new Uint8Array(info.signedAttrs.encodedValue), key, signature))
    throw new Error('the signature is wrong')
  const unsigned = info.unsignedAttrs?.attributes ?? []
  return { signer, certificates, signature, contentType: eContentType, content, unsigned }
}

function isOf(sid: unknown, { raw }: X509Certificate): boolean {
  const { issuer, serialNumber } = parsedCertificate(raw)
  return sid instanceof IssuerAndSerialNumber && sid.issuer.isEqual(issuer) && sid.serialNumber.isEqual(serialNumber)
}

/** @returns whether its signature holds, as far as its issuer is among them */
function isLinked(certificate: X509Certificate, all: readonly X509Certificate[]): boolean {
  const issuers = all.filter(each => certificate.issuer === each.subject)
  return issuers.length === 0 || issuers.some(each => certificate.verify(each.publicKey))
}

const hashOfSize = (bytes: number, of: Uint8Array) =>
  createHash({ 20: 'sha1', 48: 'sha384', 64: 'sha512' }[bytes] ?? 'sha256')
    .update(of)
    .digest()

/** @returns the hashes of certificates in an attribute signingCertificate, of either version */
function boundHashes(attribute: unknown): Buffer[] {
  const certs = attribute instanceof Sequence ? attribute.valueBlock.value[0] : undefined
  if (!(certs instanceof Sequence)) return []
  return certs.valueBlock.value.flatMap(each => {
    const hash = each instanceof Sequence ? each.valueBlock.value.find(part => part instanceof OctetString) : undefined
    return hash ? [Buffer.from(hash.valueBlock.valueHexView)] : []
  })
}
