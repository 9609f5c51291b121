import { createContext } from 'react-router'
import type { ServerContext } from '../../server/request-context.ts'

export type { ServerContext }

/** What the server passes to every loader and action: `context.get(serverContext)`. */
export const serverContext = createContext<ServerContext>()

/** Headers for the response, whatever a loader or action answers. Of those in its answer the router sends only cookies. */
export const addedHeadersContext = createContext<Headers>()
