import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Paths of an authority’s certificate, and of a certificate and key signed by it. */
export interface Certificates {
  authority: string
  certificate: string
  key: string
}

/** Creates an authority, and a certificate for a host signed by it, in a folder. */
export async function createCertificates(folder: string, host: string): Promise<Certificates> {
  const path = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => run('openssl', args)
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const authority = path('authority.pem')
  const [key, request, certificate] = [path('server.key'), path('server.csr'), path('server.pem')]
  await openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    path('authority.key'),
    '-out',
    authority,
    '-subj',
    '/CN=Authority',
  )
  await openssl('req', ...newKey, '-keyout', key, '-out', request, '-subj', `/CN=${host}`)
  await writeFile(path('names'), `subjectAltName=DNS:${host}\n`)
  const signing = ['-CA', authority, '-CAkey', path('authority.key'), '-CAcreateserial', '-extfile', path('names')]
  await openssl('x509', '-req', '-in', request, ...signing, '-out', certificate)
  return { authority, certificate, key }
}
