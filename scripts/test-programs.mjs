// What tests talk to besides the site itself, and what reads what the site makes.

import { program, tellsVersion } from './install-debian.mjs'

const swift = ['proxy', 'account', 'container', 'object'].map(part => `swift-${part}`)
const postgresFolders = [15, 16, 17, 18].map(major => `/usr/lib/postgresql/${major}/bin`)

/** Only the daemon: the tests bring their own signatures, so nothing else is downloaded. */
export const clamd = program('clamd', ['clamav-daemon'], { title: 'clamd, the daemon of ClamAV', runs: tellsVersion })

export const testPrograms = [
  program('swift-proxy-server', [...swift, 'memcached'], { title: 'OpenStack Swift', folders: ['/usr/bin'] }),
  // For an operator's own database: Debian's PostgreSQL, of whatever version, and a pooler.
  program('postgres', ['postgresql'], { title: 'PostgreSQL', folders: postgresFolders }),
  program('pgbouncer', ['pgbouncer'], { title: 'PgBouncer' }),
  // What stands between browsers and a site of several processes.
  program('nginx', ['nginx-light']),
  // What reads the portal's own PDFs.
  program('qpdf', ['qpdf']),
  program('pdftotext', ['poppler-utils']),
  // What reads the journal that we write for accounting programs.
  program('hledger', ['hledger']),
  clamd,
]
