/** Source of a request, as far as the server can tell. */
export interface Client {
  /** IP address of the socket, or as reported by trusted proxies. */
  ip: string
  userAgent: string
  /** The request's Cookie header. */
  cookie: string
}
