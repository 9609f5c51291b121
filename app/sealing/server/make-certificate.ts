import { randomBytes } from 'node:crypto'
import { BitString, Integer, Utf8String } from 'asn1js'
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs'
import { fund } from '../../../content/fund.ts'
import { sealing } from '../../../content/sealing.ts'

/** Of 3,072 bits, which every reader of PDFs checks; some don't know ECDSA. */
const algorithm = {
  ...{ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 3072 },
  publicExponent: new Uint8Array([1, 0, 1]),
} as const

/**
 * Makes a certificate in the fund's name that signs itself: readers say that they don't know its issuer.
 * @returns it, DER, with its key, PKCS #8
 */
export async function makeCertificate(): Promise<{ certificate: Uint8Array; key: Uint8Array }> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = new Certificate({ version: 2 })
  const serial = randomBytes(16)
  // Positive, without a leading zero.
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f)
  certificate.serialNumber = new Integer({ valueHex: Uint8Array.from(serial) })
  // commonName. With more, the library would make one name of several parts, which readers show as one.
  const name = new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: fund.name }) })
  for (const { typesAndValues } of [certificate.issuer, certificate.subject]) typesAndValues.push(name)
  // An hour ago, for readers with a clock behind ours.
  certificate.notBefore.value = new Date(Date.now() - 3_600_000)
  const end = new Date()
  end.setUTCFullYear(end.getUTCFullYear() + sealing.certificateYears)
  certificate.notAfter.value = end
  const constraints = new BasicConstraints({ cA: false }).toSchema().toBER()
  // digitalSignature and nonRepudiation
  const usage = new BitString({ valueHex: new Uint8Array([0xc0]), unusedBits: 6 }).toBER()
  certificate.extensions = [
    new Extension({ extnID: '2.5.29.19', critical: true, extnValue: constraints }),
    new Extension({ extnID: '2.5.29.15', critical: true, extnValue: usage }),
  ]
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  await certificate.sign(privateKey, 'SHA-256')
  const key = await crypto.subtle.exportKey('pkcs8', privateKey)
  return { certificate: new Uint8Array(certificate.toSchema().toBER()), key: new Uint8Array(key) }
}
