import fc from 'fast-check'
import { addressDoors } from '../doors/addresses.ts'

/** A request as it goes over the wire, byte by byte. */
export interface FuzzRequest {
  as: 'anonymous' | 'guest' | 'other' | 'administrator'
  method: string
  /** The request target: usually a path, but not always. */
  target: string
  headers: [name: string, value: string][]
  body: Body
}

interface Body {
  bytes: Buffer
  type: string | undefined
  /** How the body's length is told: truly, in chunks, more than is sent (and then the sender hangs up), or not at all. */
  framing: 'length' | 'chunked' | 'cut-off' | 'none'
}

const someId = '00000000-0000-4000-8000-000000000001'

/** What replaces the parameters of an address, and is also sent as fields of forms. */
const value = fc.oneof(
  fc.constantFrom(
    '$document',
    '$owner',
    someId,
    '',
    '0',
    '-1',
    'null',
    '__proto__',
    'constructor',
    '../../auth-secret',
  ),
  fc.constantFrom(
    "'; drop table documents; --",
    '<script>alert(1)</script>',
    '{{7*7}}',
    '<%= 7*7 %>',
    '%00',
    '\0',
    '\r\nX: y',
  ),
  fc.constantFrom('\u202e', '\ud800', '𝕏'.repeat(300), 'a'.repeat(5000), '9'.repeat(400), '1e999', '2026-13-45'),
  fc.uuid(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer().map(String),
)

const paths = [...new Set(addressDoors.map(({ door }) => door.split(' ')[1] ?? '/'))]
const intents = [...new Set(addressDoors.map(({ door }) => door.split(' ')[2] ?? ''))]

/** Percent-encodes some of a text, in one of the ways that decoders disagree about. */
const encoded = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.constantFrom('once', 'twice', 'lower', 'raw', 'overlong', 'broken')).map(([raw, how]) => {
    const once = encodeURIComponent(raw.toWellFormed())
    if (how === 'twice') return encodeURIComponent(once)
    if (how === 'lower') return once.toLowerCase()
    // What no client may send in a request line stays out: Node answers 400 before we see it.
    if (how === 'raw') return raw.replaceAll(/[^\x21-\x7e]/g, '')
    if (how === 'overlong') return `${once}%c0%af%e0%80%af`
    if (how === 'broken') return `${once}%ff%fe%8`
    return once
  })

const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc
      .array(
        fc.tuple(
          fc.constantFrom(
            'user',
            'document',
            'search',
            'sort',
            'page',
            'next',
            'token',
            'show',
            'index',
            '_routes',
            'q',
            '',
          ),
          encoded(value),
        ),
        { maxLength: 6 },
      )
      .map(pairs => `?${pairs.map(([name, text]) => `${name}=${text}`).join('&')}`),
  },
)

const knownPath = fc
  .tuple(
    fc.constantFrom(...paths),
    encoded(value),
    fc.constantFrom('', '', '', '.data', '/', '//', '/..', '.html', ';a=b'),
  )
  .map(([path, id, end]) => path.replace(/:\w+/, () => id).replace('*', () => id) + end)

const oddPath = fc.oneof(
  encoded(value).map(text => `/${text}`),
  fc.array(encoded(value), { maxLength: 8 }).map(parts => `/${parts.join('/')}`),
  fc.constantFrom(
    `/${'/'.repeat(3000)}`,
    `/${'a.'.repeat(1500)}a`,
    `/${'%2f'.repeat(1500)}`,
    `/assets/${'../'.repeat(50)}`,
  ),
  fc.constantFrom(
    '*',
    'http://elsewhere.example/',
    '//elsewhere.example/profile',
    '/.git/config',
    '/__manifest',
    '/_root.data',
  ),
  fc.constantFrom(
    '/assets/..%2f..%2fserver%2fmain.ts',
    '/files/..%2f..%2fauth-secret',
    '/media/%2e%2e/%2e%2e/package.json',
  ),
)

const target = fc
  .tuple(fc.oneof({ weight: 4, arbitrary: knownPath }, { weight: 1, arbitrary: oddPath }), query)
  .map(([path, requested]) => path + requested)

const method = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'POST') },
  { weight: 2, arbitrary: fc.constantFrom('HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS') },
  { weight: 1, arbitrary: fc.constantFrom('TRACE', 'PROPFIND', 'PURGE', 'SEARCH', 'LINK', 'M-SEARCH', 'MKCOL') },
)

/** What may be in a header's value: RFC 9110 section 5.5, and every byte above ASCII. */
const headerText = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...Array.from({ length: 223 }, (_, i) => String.fromCharCode(i + 32))),
    maxLength: 60,
  }),
  fc.constantFrom('', ',', ';;;', 'a'.repeat(2000), '"', '=?', '0'.repeat(300), '\t', 'bytes=0-0,-1,5-2', '*/*;q=9'),
)

const header = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      ...['Accept', 'Accept-Encoding', 'Accept-Language', 'Range', 'If-Range', 'If-None-Match', 'If-Modified-Since'],
      ...['Origin', 'Referer', 'Sec-Fetch-Site', 'Sec-Fetch-Dest', 'User-Agent', 'X-Forwarded-For', 'X-Forwarded-Host'],
      ...[
        'Forwarded',
        'Cookie',
        'Authorization',
        'X-HTTP-Method-Override',
        'Content-Encoding',
        'Expect',
        'Via',
        'Purpose',
      ],
      ...['Tus-Resumable', 'Upload-Length', 'Upload-Offset', 'Upload-Metadata', 'Upload-Concat', 'Upload-Defer-Length'],
      ...['X-React-Router-Prefetch', 'X-Real-Ip', 'Last-Event-Id', 'Cache-Control', 'If-Match', 'Max-Forwards'],
    ),
    headerText,
  ),
  fc.constantFrom<[string, string]>(
    ['Tus-Resumable', '1.0.0'],
    ['Upload-Length', '99999999999999999999'],
    ['Upload-Length', '-1'],
    ['Upload-Metadata', `filename ${btoa('a.txt')},userId ${btoa(someId)}`],
    ['Upload-Metadata', 'filename !!!,,, ,userId'],
    ['Range', `bytes=${'0-1,'.repeat(500)}2-3`],
    ['Accept-Encoding', 'br;q=1e9, gzip;q=-1, *;q=NaN'],
    ['Cookie', 'promissory.session_token=%E0%A4%A; promissory.session_token=a.b'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['Origin', 'null'],
    ['Host', 'elsewhere.example'],
    ['Host', 'localhost:1'],
  ),
)

const form = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...['intent', 'email', 'code', 'token', 'id', 'ids', 'user', 'name', 'url', 'time', 'next', 'enhanced'],
      ),
      fc.oneof(value, fc.constantFrom(...intents)),
    ),
    { maxLength: 12 },
  )
  .map(pairs => pairs.map(pair => pair.map(text => encodeURIComponent(text.toWellFormed())).join('=')).join('&'))

const multipart = fc.array(fc.tuple(value, value), { maxLength: 5 }).map(parts => {
  const lines = parts.map(
    ([name, text]) => `--edge\r\nContent-Disposition: form-data; name="${name}"; filename="${text}"\r\n\r\n${text}\r\n`,
  )
  return `${lines.join('')}--edge--\r\n`
})

const payload = fc.oneof(
  fc.tuple(form, fc.constant('application/x-www-form-urlencoded')),
  fc.tuple(
    multipart,
    fc.constantFrom('multipart/form-data; boundary=edge', 'multipart/form-data', 'multipart/form-data; boundary="'),
  ),
  fc.tuple(fc.json(), fc.constantFrom('application/json', 'text/plain')),
  fc.tuple(
    fc.constantFrom('{"scope":', '[1,2', '{"scope":{"toString":1}}', `${'['.repeat(4000)}`),
    fc.constant('application/json'),
  ),
  fc.tuple(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom('application/offset+octet-stream', 'text/x-script.data', ''),
  ),
)

const body: fc.Arbitrary<Body> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Body>({ bytes: Buffer.alloc(0), type: undefined, framing: 'none' }) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        payload,
        fc.constantFrom('length', 'length', 'length', 'chunked', 'cut-off'),
        fc.uint8Array({ maxLength: 20 }),
      )
      .map(
        ([[text, type], framing, tail]): Body => ({
          // The tail is usually no UTF-8.
          bytes: Buffer.concat([
            Buffer.from(text.toWellFormed()),
            framing === 'length' ? Buffer.from(tail) : Buffer.alloc(0),
          ]),
          type: type || undefined,
          framing: framing as Body['framing'],
        }),
      ),
  },
)

export const requests: fc.Arbitrary<FuzzRequest> = fc.record({
  as: fc.constantFrom('anonymous', 'guest', 'other', 'administrator'),
  method,
  target,
  headers: fc.array(header, { maxLength: 5 }),
  body,
})
