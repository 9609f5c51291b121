import { createContext } from 'react-router'
import type { ServerContext } from '../server/request-context.ts'

export type { ServerContext }

/** What the server passes to every loader and action: `context.get(serverContext)`. */
export const serverContext = createContext<ServerContext>()
