import { createContext } from 'react'

/**
 * The nonce the Content-Security-Policy of this answer allows for inline scripts. The server provides it; in the
 * browser there is none, since the browser hides it after use.
 */
export const NonceContext = createContext<string | undefined>(undefined)
