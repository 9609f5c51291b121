import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { checkCms, oids } from '../../app/sealing/server/cms.ts'
import { verifyPdf } from '../../app/sealing/server/verify.ts'
import { checkPdf } from './pdf-tools.ts'

/* Seals as others read them: poppler's pdfsig and openssl; and an authority for time stamps. */

const run = promisify(execFile)
const folder = () => mkdtemp(join(tmpdir(), 'seals-'))

/** @returns what pdfsig says of a PDF's signatures */
export async function pdfsig(pdf: Uint8Array): Promise<string> {
  const path = join(await folder(), 'file.pdf')
  await writeFile(path, pdf)
  return (await run('pdfsig', ['-nocert', path])).stdout
}

/** The last seal of a file, by its bytes. */
export function sealIn(pdf: Uint8Array): { covered: Buffer; cms: Buffer; place: [start: number, end: number] } {
  const file = Buffer.from(pdf)
  const ranges = [...file.toString('latin1').matchAll(/\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/g)]
  const [, from = 0, start = 0, end = 0, rest = 0] = (ranges.at(-1) ?? []).map(Number)
  const reserved = Buffer.from(file.toString('latin1', start + 1, end - 1), 'hex')
  const cms = reserved.subarray(0, 4 + reserved.readUInt16BE(2))
  return {
    covered: Buffer.concat([file.subarray(from, start), file.subarray(end, end + rest)]),
    cms,
    place: [start, end],
  }
}

/** Has openssl check the signature in a PDF over its bytes. @throws Error with what it says */
export async function opensslVerify(pdf: Uint8Array, authority?: string): Promise<void> {
  const at = await folder()
  const { covered, cms } = sealIn(pdf)
  await writeFile(join(at, 'covered'), covered)
  await writeFile(join(at, 'cms'), cms)
  const trust = authority ? ['-CAfile', authority] : ['-noverify']
  const files = ['-in', join(at, 'cms'), '-inform', 'DER', '-content', join(at, 'covered'), '-out', join(at, 'out')]
  await run('openssl', ['cms', '-verify', '-binary', '-purpose', 'any', ...trust, ...files])
}

/** How the authority behaves: it answers; for other data; with an answer that it gave before; not at all. */
export type StampMode = 'right' | 'other data' | 'replay' | 'down'

/** An authority for time stamps, by `openssl ts`. */
export interface TestAuthority extends AsyncDisposable {
  url: string
  /** Path of its root's certificate, PEM, and the certificate. */
  rootFile: string
  roots: string[]
  mode: StampMode
  /** Has openssl check a token over data. @throws Error with what it says */
  verify(token: Uint8Array, data: Uint8Array): Promise<void>
}

const config = `[tsa]
default_tsa = t
[t]
serial = serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.3.6.1.4.1.99999.1
digests = sha256
ess_cert_id_alg = sha256
`

export async function openAuthority(): Promise<TestAuthority> {
  const at = await folder()
  const openssl = (...args: string[]) => run('openssl', args, { cwd: at })
  await writeFile(join(at, 'config'), config)
  await writeFile(
    join(at, 'usage'),
    'extendedKeyUsage = critical, timeStamping\nkeyUsage = critical, digitalSignature\n',
  )
  await writeFile(join(at, 'serial'), '01\n')
  const key = ['-newkey', 'rsa:2048', '-nodes']
  await openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
    '-subj',
    '/CN=Time root',
    '-days',
    '30',
  )
  await openssl('req', ...key, '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', '/CN=Time stamps')
  const signing = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-extfile', 'usage', '-days', '20']
  await openssl('x509', '-req', '-in', 'tsa.csr', ...signing, '-out', 'tsa.pem')
  let before: Buffer | undefined
  let asked = 0
  const server = createServer(async (request, response) => {
    const query = await buffer(request)
    if (authority.mode === 'down') return response.writeHead(503).end()
    if (authority.mode === 'replay' && before) return response.end(before)
    // The hash follows its algorithm and length.
    const digest = query.indexOf(Buffer.from('0420', 'hex')) + 2
    if (authority.mode === 'other data') query[digest] = (query[digest] ?? 0) ^ 1
    const [question, answer] = [`query${asked}`, `answer${asked++}`]
    await writeFile(join(at, question), query)
    const by = ['-signer', 'tsa.pem', '-inkey', 'tsa.key', '-chain', 'root.pem']
    await openssl('ts', '-reply', '-config', 'config', '-queryfile', question, ...by, '-out', answer)
    before = await readFile(join(at, answer))
    response.end(before)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const authority: TestAuthority = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    rootFile: join(at, 'root.pem'),
    roots: [await readFile(join(at, 'root.pem'), 'utf8')],
    mode: 'right',
    async verify(token, data) {
      await writeFile(join(at, 'token'), token)
      await writeFile(join(at, 'data'), data)
      await openssl('ts', '-verify', '-token_in', '-in', 'token', '-data', 'data', '-CAfile', 'root.pem')
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return authority
}

/**
 * What strangers find in a sealed file: poppler and openssl hold the seal for valid and over the whole file, and the time stamp
 * for one of its signature; qpdf, poppler and pdf.js open it without a warning; no signing time is signed; and a byte flipped at
 * any hundredth is noticed.
 * @throws Error with the first finding
 */
export async function checkedByStrangers(pdf: Uint8Array, authority: TestAuthority): Promise<void> {
  const said = await pdfsig(pdf)
  for (const expected of ['Signature is Valid', 'Total document signed', 'ETSI.CAdES.detached'])
    if (!said.includes(expected)) throw new Error(said)
  await opensslVerify(pdf)
  const { covered, cms } = sealIn(pdf)
  const { signature, unsigned } = checkCms(cms, [covered])
  // The signed attributes come before the signature, and the time stamp's own after it.
  const signed = cms.subarray(0, cms.indexOf(signature))
  if (signed.includes(Buffer.from('06092a864886f70d010905', 'hex'))) throw new Error('a signing time is signed')
  const [token] = unsigned.find(({ type }) => type === oids.timeStampToken)?.values ?? []
  if (!token) throw new Error('it has no time stamp')
  await authority.verify(new Uint8Array(token.toBER()), signature)
  checkPdf(pdf)
  const path = join(await folder(), 'file.pdf')
  await writeFile(path, pdf)
  const { stderr } = await run('pdftoppm', ['-r', '30', path, join(await folder(), 'page')])
  if (stderr) throw new Error(`poppler: ${stderr}`)
  const warnings = await warningsOfPdfjs(pdf)
  if (warnings.length > 0) throw new Error(`pdf.js: ${warnings.join('; ')}`)
  for (let hundredth = 0; hundredth < 100; hundredth++) {
    const changed = Uint8Array.from(pdf)
    const at = Math.floor((hundredth * pdf.length) / 100)
    changed[at] = (changed[at] ?? 0) ^ 1
    const found = await verifyPdf(changed, authority.roots)
    if (found.found === 'sealed' && found.isExact && found.appended === 0 && found.isTimeTrusted)
      throw new Error(`a byte flipped at ${hundredth} % is not noticed`)
  }
}

/** @returns what pdf.js warns of while it reads every page */
async function warningsOfPdfjs(pdf: Uint8Array): Promise<string[]> {
  const warnings: string[] = []
  const { log, warn } = console
  console.log = console.warn = (...words: unknown[]) => void warnings.push(words.join(' '))
  try {
    const loading = getDocument({
      data: Uint8Array.from(pdf),
      verbosity: VerbosityLevel.WARNINGS,
      useSystemFonts: false,
    })
    const document = await loading.promise
    for (let page = 1; page <= document.numPages; page++) await (await document.getPage(page)).getOperatorList()
    await loading.destroy()
  } finally {
    Object.assign(console, { log, warn })
  }
  return warnings
}
