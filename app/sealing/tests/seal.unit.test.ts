import { createHash, verify, X509Certificate } from 'node:crypto'
import { PDF } from '@libpdf/core'
import { type Set as Asn1Set, fromBER, type ObjectIdentifier, type OctetString, type Sequence } from 'asn1js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { byPdfkit, packed, withDrawnFields } from '../../../tests/helpers/pdf-makers.ts'
import { checkPdf, textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { openAuthority, opensslVerify, pdfsig, sealIn, type TestAuthority } from '../../../tests/helpers/seals.ts'
import type { Signer } from '../server/cms.ts'
import { makeCertificate } from '../server/make-certificate.ts'
import { sealPdf } from '../server/seal.ts'
import { signerOf } from '../server/seal-certificates.ts'
import { requestTimestamp } from '../server/timestamp.ts'
import { verifyPdf } from '../server/verify.ts'

let signer: Signer
let authority: TestAuthority

beforeAll(async () => {
  const { certificate, key } = await makeCertificate()
  signer = signerOf(certificate, [], Buffer.from(key))
  authority = await openAuthority()
})
afterAll(() => authority[Symbol.asyncDispose]())

const reason = 'Signed by (all) \\ parties – Müller'
const plain = () => byPdfkit([['An agreement'], ['Its second page']])
const sealed = async (pdf?: Uint8Array) => sealPdf(pdf ?? (await plain()), { signer, reason })
const timestamp = (digest: Uint8Array) => requestTimestamp(digest, authority)

/** The form of another program, a rotated page, and a cross-reference table at the wrong place. */
async function otherPdfs(): Promise<[name: string, pdf: Uint8Array][]> {
  const turned = await PDF.load(await plain())
  turned.getPages()[0]?.setRotation(90)
  const form = PDF.create()
  const page = form.addPage()
  page.drawField(form.getOrCreateForm().createTextField('Seal', { defaultValue: 'Jane Doe' }), {
    ...{ x: 50, y: 600, width: 200, height: 20 },
  })
  const damaged = Buffer.from(await plain())
  damaged.write('startxref\n0000', damaged.lastIndexOf('startxref'), 'latin1')
  return [
    ['plain', await plain()],
    ['object streams', packed(await plain())],
    ['turned', await turned.save()],
    ['a form', await form.save()],
    ['a form in object streams', packed(withDrawnFields(await form.save()))],
    ['damaged', damaged],
  ]
}

test('strangers find the seal valid in PDFs of every kind, over the whole file, and the file sound', async () => {
  for (const [name, pdf] of await otherPdfs()) {
    const file = await sealed(pdf)
    const said = await pdfsig(file)
    expect(said, name).toContain('Signature is Valid')
    expect(said, name).toContain('Total document signed')
    expect(said, name).toContain('ETSI.CAdES.detached')
    await opensslVerify(file)
    checkPdf(file)
    if (name !== 'a form' && name !== 'a form in object streams') expect(textOfPdf(file)).toContain('An agreement')
    expect(await verifyPdf(file), name).toMatchObject({ found: 'sealed', isExact: true, appended: 0, time: null })
    // Nothing before the seal is touched where it can be appended.
    if (name !== 'damaged') expect(Buffer.from(file).subarray(0, pdf.length).equals(pdf), name).toBe(true)
    const read = await PDF.load(file)
    const [field] = read.getForm()?.getSignatureFields() ?? []
    expect(field?.isSigned() && field.getSignatureDict()?.getString('Reason')?.asString()).toBe(reason)
  }
})

test('the signed attributes are content type, digest and certificate, and no signing time', async () => {
  const file = await sealed()
  const { covered, cms } = sealIn(file)
  // Not by the library that made it: signerInfo is the last of SignedData.
  const content = (fromBER(Uint8Array.from(cms)).result as Sequence).valueBlock.value[1] as Sequence
  const data = content.valueBlock.value[0] as Sequence
  const info = (data.valueBlock.value.at(-1) as Asn1Set).valueBlock.value[0] as Sequence
  const signed = info.valueBlock.value[3] as Asn1Set
  const attributes = signed.valueBlock.value as Sequence[]
  const types = attributes.map(each => (each.valueBlock.value[0] as ObjectIdentifier).valueBlock.toString())
  expect(types).toEqual(['1.2.840.113549.1.9.3', '1.2.840.113549.1.9.4', '1.2.840.113549.1.9.16.2.47'])
  expect(cms.toString('hex')).not.toContain('06092a864886f70d010905')
  const digest = (attributes[1] as Sequence).valueBlock.value[1] as Asn1Set
  const hash = createHash('sha256').update(covered).digest()
  expect(hash.equals((digest.valueBlock.value[0] as OctetString).valueBlock.valueHexView)).toBe(true)
  const toVerify = Buffer.from(signed.toBER())
  toVerify[0] = 0x31
  const signature = (info.valueBlock.value.at(-1) as OctetString).valueBlock.valueHexView
  const { publicKey } = new X509Certificate(signer.certificate)
  expect(verify('sha256', toVerify, publicKey, signature)).toBe(true)
  expect(cms.includes(createHash('sha256').update(signer.certificate).digest())).toBe(true)
})

test('a byte flipped at any hundredth of the file is noticed, with and without a time stamp', async () => {
  for (const file of [await sealed(), await sealPdf(await plain(), { signer, reason, timestamp })]) {
    const whole = await verifyPdf(file, authority.roots)
    for (let hundredth = 0; hundredth < 100; hundredth++) {
      const changed = Uint8Array.from(file)
      const at = Math.floor((hundredth * file.length) / 100)
      changed[at] = (changed[at] ?? 0) ^ 1
      const found = await verifyPdf(changed, authority.roots)
      const isSame =
        found.found === 'sealed' &&
        whole.found === 'sealed' &&
        found.isExact &&
        found.appended === 0 &&
        found.time?.getTime() === whole.time?.getTime() &&
        found.isTimeTrusted === whole.isTimeTrusted
      expect(isSame, `at ${hundredth} %`).toBe(false)
    }
  }
})

test('bytes after the seal are counted, and a second signature over them doesn’t hide them', async () => {
  const file = await sealed()
  const appended = Buffer.concat([file, Buffer.from('% more\n')])
  expect(await verifyPdf(appended)).toMatchObject({ found: 'sealed', isExact: true, appended: 7 })
  const { certificate, key } = await makeCertificate()
  const other = signerOf(certificate, [], Buffer.from(key))
  const again = await verifyPdf(await sealPdf(file, { signer: other, reason }))
  expect(again).toMatchObject({ found: 'sealed', appended: 0 })
  expect(again.found === 'sealed' && again.certificate.raw.equals(certificate)).toBe(true)
})

test('files that aren’t sealed PDFs are distinguished', async () => {
  expect(await verifyPdf(Buffer.from('PK\x03\x04 a Word file'))).toEqual({ found: 'not a PDF' })
  expect(await verifyPdf(new Uint8Array())).toEqual({ found: 'not a PDF' })
  expect(await verifyPdf(await plain())).toEqual({ found: 'no seal' })
  const { encrypted } = await import('../../../tests/helpers/pdf-makers.ts')
  expect(await verifyPdf(encrypted(await plain()))).toEqual({ found: 'encrypted' })
  const file = await sealed()
  expect(await verifyPdf(file.subarray(0, file.length - 1))).toEqual({ found: 'changed' })
  await expect(sealed(encrypted(await plain()))).rejects.toThrow()
})

test('a time stamp covers the seal’s signature, and openssl agrees', async () => {
  authority.mode = 'right'
  const stamped: Uint8Array[] = []
  const data = Buffer.from('a signature')
  const token = await timestamp(createHash('sha256').update(data).digest())
  await authority.verify(token, data)
  await expect(authority.verify(token, Buffer.from('another'))).rejects.toThrow()
  const file = await sealPdf(await plain(), {
    signer,
    reason,
    timestamp: async digest => {
      stamped.push(digest)
      return timestamp(digest)
    },
  })
  expect(stamped).toHaveLength(1)
  expect(await pdfsig(file)).toContain('Signature is Valid')
  checkPdf(file)
  const checked = await verifyPdf(file, authority.roots)
  expect(checked).toMatchObject({ found: 'sealed', isExact: true, isTimeTrusted: true, appended: 0 })
  const time = checked.found === 'sealed' && checked.time?.getTime()
  expect(Math.abs(Number(time) - Date.now())).toBeLessThan(60_000)
  expect(await verifyPdf(file)).toMatchObject({ isTimeTrusted: false })
})

test('a token over other data, one of another request, one from a stranger and no answer are refused', async () => {
  const digest = createHash('sha256').update('x').digest()
  const ask = (roots = authority.roots) => requestTimestamp(digest, { url: authority.url, roots })
  authority.mode = 'right'
  await ask()
  await expect(ask([])).rejects.toThrow('trusted')
  authority.mode = 'replay'
  await expect(ask()).rejects.toThrow('another request')
  authority.mode = 'other data'
  await expect(ask()).rejects.toThrow('covers other data')
  authority.mode = 'down'
  await expect(ask()).rejects.toThrow('503')
  authority.mode = 'right'
  const token = await ask()
  const other = createHash('sha256').update('y').digest()
  const given = sealPdf(await plain(), { signer, reason, timestamp: async () => token })
  expect(await verifyPdf(await given, authority.roots)).toEqual({ found: 'changed' })
  expect(other.equals(digest)).toBe(false)
})
