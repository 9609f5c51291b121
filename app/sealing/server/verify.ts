import type { X509Certificate } from 'node:crypto'
import { ContentInfo } from 'pkijs'
import { checkCms, oids, signCms } from './cms.ts'
import { sha256 } from './sha256.ts'
import { checkTimestamp } from './timestamp.ts'

/** What is found in a file. */
export type CheckedPdf =
  | { found: 'not a PDF' | 'encrypted' | 'no seal' | 'changed' }
  /** The last seal that holds, and those before it that do. */
  | ({ found: 'sealed'; earlier: FoundSeal[] } & FoundSeal)

export interface FoundSeal {
  /** Of the person who sealed it. It may be in any name. */
  certificate: X509Certificate
  /** Whether no byte of the signature itself could be another one. Others' signatures have their own form. */
  isExact: boolean
  /** When, as far as a time stamp says so that holds. */
  time: Date | null
  /** Whether the stamp's authority is one that this site trusts. */
  isTimeTrusted: boolean
  /** Bytes after what the seal covers. */
  appended: number
}

/** Seals in a file that are checked, the last ones first, and the most bytes of one. */
const [mostSeals, largestSeal] = [8, 256 * 1024]

/**
 * Finds the seals that hold in a file, in its bytes alone: a reader's program for PDFs could be led astray, bytes
 * can't. A seal covers the file from its first byte, so nothing can come before it.
 * @param roots certificates, PEM, that time stamps may lead to
 */
export async function verifyPdf(bytes: Uint8Array, roots: readonly string[] = []): Promise<CheckedPdf> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (file.subarray(0, 1024).indexOf('%PDF-') < 0) return { found: 'not a PDF' }
  const text = file.toString('latin1')
  const ranges = [...text.matchAll(/\/ByteRange\s*\[\s*0\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/g)]
  const seals: FoundSeal[] = []
  for (const [, ...numbers] of ranges.slice(-mostSeals).reverse()) {
    const seal = await checkSeal(file, numbers.map(Number) as [number, number, number], roots).catch(() => undefined)
    if (seal) seals.push(seal)
  }
  const [last, ...earlier] = seals
  if (last) return { found: 'sealed', ...last, earlier }
  if (text.includes('/ByteRange') || text.includes('ETSI.CAdES.detached')) return { found: 'changed' }
  return { found: /\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(text) ? 'encrypted' : 'no seal' }
}

/** @throws Error where it doesn't hold */
async function checkSeal(
  file: Buffer,
  [start, end, rest]: [number, number, number],
  roots: readonly string[],
): Promise<FoundSeal> {
  const place = file.subarray(start, end).toString('latin1')
  if (end + rest > file.length || place.length > 2 * largestSeal) throw new Error('not a place for a signature')
  const [, hex = ''] = /^<((?:[0-9a-f]{2})+)>$/i.exec(place) ?? []
  const reserved = Buffer.from(hex, 'hex')
  const cms = reserved.subarray(0, lengthOf(reserved))
  const covered = [file.subarray(0, start), file.subarray(end, end + rest)]
  const { signer, certificates, signature, unsigned, contentType } = checkCms(cms, covered)
  if (contentType !== oids.data) throw new Error('not over a file')
  const stamp = unsigned.find(({ type }) => type === oids.timeStampToken)?.values[0]
  const token = stamp && new Uint8Array(ContentInfo.fromBER(new Uint8Array(stamp.toBER())).toSchema().toBER())
  const stamped = token && (await checkTimestamp(token, sha256(signature), { roots }))
  const chain = certificates.filter(each => each !== signer).map(({ raw }) => raw)
  const again = await signCms(
    { certificate: signer.raw, chain, sign: async () => signature },
    sha256(...covered),
    token && (async () => token),
  )
  const isExact =
    place ===
    `<${Buffer.from(again)
      .toString('hex')
      .padEnd(place.length - 2, '0')}>`
  return {
    certificate: signer,
    isExact,
    time: stamped?.time ?? null,
    isTimeTrusted: stamped?.isTrusted ?? false,
    appended: file.length - end - rest,
  }
}

/** @returns bytes of a DER structure that others may follow */
function lengthOf(der: Buffer): number {
  const first = der[1] ?? 0
  if (first < 0x80) return 2 + first
  const size = first & 0x7f
  return 2 + size + (size > 0 && size < 5 && der.length > 2 + size ? der.readUIntBE(2, size) : 0)
}
