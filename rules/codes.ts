import { codeLength } from './limits.ts'

const form = new RegExp(`^\\d{${codeLength}}$`)

/** @returns whether a text looks like a one-time code */
export const isCode = (text: string) => form.test(text)
