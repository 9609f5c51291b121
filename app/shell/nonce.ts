import { createContext } from 'react'

/**
 * The nonce that this response's Content-Security-Policy requires of inline scripts. The server provides it; in the
 * browser it is undefined, since browsers hide nonces from scripts.
 */
export const NonceContext = createContext<string | undefined>(undefined)
