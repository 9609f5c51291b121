import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from '@libpdf/core'
import { type Signer, signCms } from './cms.ts'
import { sha256 } from './sha256.ts'

interface Seal {
  signer: Signer
  /** Why it is sealed, which a reader of the file shows. */
  reason: string
  /** Gets a time-stamp token over the SHA-256 of the signature: the seal is PAdES B-T then, B-B without. */
  timestamp?: ((signatureSha256: Uint8Array) => Promise<Uint8Array>) | undefined
}

/** Bytes reserved for a signature, besides its certificates and a time stamp. */
const [signatureSize, tokenSize] = [2048, 12_288]
/** Stands for numbers that are known once the file is written. */
const unknown = 9_999_999_999

/**
 * Seals a PDF: one approval signature (ETSI.CAdES.detached) in an update at its end, without DocMDP, so that validation
 * data can be added later. It is invisible: the certificate page says the same in words, and a picture of a seal could be
 * copied by anyone.
 * @param pdf unsigned; it isn't changed
 * @throws Error for a PDF that can't be read, is encrypted, or has no page
 */
export async function sealPdf(pdf: Uint8Array, { signer, reason, timestamp }: Seal): Promise<Uint8Array<ArrayBuffer>> {
  const document = await appendable(pdf)
  const page = document.getPages()[0]
  if (!page || document.isEncrypted) throw new Error('a PDF without pages or with a password can’t be sealed')
  const reserved = [signer.certificate, ...signer.chain].reduce((sum, { length }) => sum + length, signatureSize)
  const zeros = new Uint8Array(reserved + (timestamp ? tokenSize : 0))
  const signature = PdfDict.of({
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of('ETSI.CAdES.detached'),
    ByteRange: new PdfArray([0, unknown, unknown, unknown].map(PdfNumber.of)),
    Contents: new PdfString(zeros, 'hex'),
    Reason: PdfString.fromString(reason),
    // The time claimed (ETSI EN 319 142-1, 6.3), in UTC.
    M: PdfString.fromString(`D:${new Date().toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`),
  })
  const form = document.getOrCreateForm()
  const names = new Set(form.getFields().map(({ name }) => name))
  const name = ['Seal', ...names].map((_, at) => (at ? `Seal${at}` : 'Seal')).find(each => !names.has(each)) ?? 'Seal'
  const field = form.createSignatureField(name)
  const dict = field.acroField()
  dict.delete('Kids')
  dict.set('V', document.register(signature))
  dict.set('Type', PdfName.of('Annot'))
  dict.set('Subtype', PdfName.of('Widget'))
  // Printed and locked (ISO 32000-2, 12.5.3).
  dict.set('F', PdfNumber.of(132))
  dict.set('P', page.ref)
  dict.set('Rect', new PdfArray([0, 0, 0, 0].map(PdfNumber.of)))
  const annotations = page.dict.getArray('Annots', ref => document.getObject(ref))
  const ref = field.getRef()
  if (ref) page.dict.set('Annots', new PdfArray([...(annotations ?? []), ref]))
  form.acroForm().getDict().set('SigFlags', PdfNumber.of(3))
  return await signReserved(Buffer.from(await document.save({ incremental: true })), zeros.length, signer, timestamp)
}

/** @returns the document, written again where nothing can be appended to it, such as one with a damaged table */
async function appendable(pdf: Uint8Array): Promise<PDF> {
  const document = await PDF.load(pdf)
  return document.canSaveIncrementally() === null ? document : PDF.load(await document.save())
}

async function signReserved(file: Buffer, size: number, signer: Signer, timestamp: Seal['timestamp']) {
  const range = `[0 ${unknown} ${unknown} ${unknown}]`
  const rangeAt = file.lastIndexOf(range)
  const start = file.lastIndexOf(`<${'0'.repeat(size * 2)}>`)
  if (rangeAt < 0 || start < 0) throw new Error('the place of the signature was not found')
  const end = start + size * 2 + 2
  file.write(`[0 ${start} ${end} ${file.length - end}]`.padEnd(range.length), rangeAt, 'latin1')
  const cms = await signCms(signer, sha256(file.subarray(0, start), file.subarray(end)), timestamp)
  if (cms.length > size) throw new Error('the signature is larger than its place')
  file.write(Buffer.from(cms).toString('hex'), start + 1, 'latin1')
  return new Uint8Array(file)
}

/** @returns a page without anything on it, to try a seal on */
export function blankPdf(): Promise<Uint8Array> {
  const blank = PDF.create()
  blank.addPage()
  return blank.save()
}
