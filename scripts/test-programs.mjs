// Programs that tests use besides the site itself, as servers or to read the site's output.

import { program, reportsVersion } from './install-debian.mjs'

const swift = ['proxy', 'account', 'container', 'object'].map(part => `swift-${part}`)
const postgresFolders = [15, 16, 17, 18].map(major => `/usr/lib/postgresql/${major}/bin`)

/** Only the daemon: the tests have their own signatures, so nothing else is downloaded. */
export const clamd = program('clamd', ['clamav-daemon'], { title: 'clamd, the daemon of ClamAV', runs: reportsVersion })

export const testPrograms = [
  program('swift-proxy-server', [...swift, 'memcached'], { title: 'OpenStack Swift', folders: ['/usr/bin'] }),
  // An operator's own database: Debian's PostgreSQL, of any version, and a pooler.
  program('postgres', ['postgresql'], { title: 'PostgreSQL', folders: postgresFolders }),
  program('pgbouncer', ['pgbouncer'], { title: 'PgBouncer' }),
  // The proxy between browsers and a site of several processes.
  program('nginx', ['nginx-light']),
  // Validates the portal's own PDFs.
  program('qpdf', ['qpdf']),
  program('pdftotext', ['poppler-utils']),
  // Checks seals, and stamps their time.
  program('openssl', ['openssl']),
  // Reads the journal written for accounting programs.
  program('hledger', ['hledger']),
  clamd,
]
