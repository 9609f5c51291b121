import { codeLength } from './limits.ts'

const form = new RegExp(`^\\d{${codeLength}}$`)

/** @returns whether a text is formed like a one-time code */
export const isCode = (text: string) => form.test(text)
