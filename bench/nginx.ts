import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '../tests/helpers/eventually.ts'
import { findProgram, freePort } from './programs.ts'

export interface Nginx {
  /** Origin. It serves the folder `files` in its own folder, and stores PUT requests there. */
  url: string
  stop(): Promise<void>
}

/**
 * Runs nginx on the loopback interface, with all of its files in `folder`.
 * @param headers added to every response
 * @returns undefined if nginx is not installed
 */
export async function startNginx(folder: string, headers: Record<string, string> = {}): Promise<Nginx | undefined> {
  const program = findProgram('nginx')
  if (!program) return undefined
  const port = await freePort()
  const errorLog = join(folder, 'error.log')
  await mkdir(join(folder, 'files'), { recursive: true })
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port, headers))
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', errorLog], { stdio: 'ignore' })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  await eventually('nginx', async () => child.exitCode !== null || (await fetch(url)).status > 0)
  if (child.exitCode !== null) throw new Error(`nginx does not start: ${await readFile(errorLog, 'utf8')}`)
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A single process under the current user, like our server; otherwise nginx's own advice for files. */
const configuration = (folder: string, port: number, headers: Record<string, string>) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000;
  client_max_body_size 100m;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/files;
    dav_methods PUT;
    etag off;
${Object.entries(headers).map(headerLine).join('\n')}
  }
}
`

/** @returns the line that sends a header; none if it has a dollar sign, with which nginx marks variables */
function headerLine([name, value]: [string, string]): string {
  if (value.includes('$')) return ''
  const quoted = `"${value.replaceAll('"', '\\"')}"`
  if (name === 'content-type') return `    default_type ${quoted};`
  return `    add_header ${name} ${quoted};`
}
