import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Program, startProgram } from './program.ts'

/**
 * Starts nginx, which sends each request to the next process, and to another one where that can't be reached.
 * @param folder for everything it writes
 * @param ports of the processes
 */
export async function startBalancer(folder: string, port: number, ports: number[]): Promise<Program> {
  await mkdir(folder)
  // Its own processes run as another user.
  await chmod(folder, 0o777)
  const settings = join(folder, 'nginx.conf')
  await writeFile(settings, configuration(folder, port, ports))
  return startProgram('nginx', {
    file: process.env.NGINX_PATH ?? '/usr/sbin/nginx',
    args: ['-p', folder, '-c', settings, '-e', join(folder, 'error.log')],
    logFile: join(folder, 'error.log'),
    answers: async () => (await fetch(`http://localhost:${port}/`)).status > 0,
  })
}

const configuration = (folder: string, port: number, ports: number[]) => `
daemon off;
pid ${folder}/nginx.pid;
worker_processes 1;
events { worker_connections 1000; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream site {
${ports.map(each => `    server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`).join('\n')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    listen [::1]:${port};
    client_max_body_size 60m;
    location / {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_request_buffering off;
      proxy_buffering off;
      proxy_read_timeout 130s;
    }
  }
}
`
