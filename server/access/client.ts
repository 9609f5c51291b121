/** Where a request comes from, as far as the server can tell. */
export interface Client {
  /** IP address of the socket, or as trusted proxies report it. */
  ip: string
  userAgent: string
  /** The request's Cookie header. */
  cookie: string
}
