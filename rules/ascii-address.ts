/**
 * Converts the domain of an e-mail address to ASCII: 'jürgen@bücher.example' becomes 'jürgen@xn--bcher-kva.example'.
 * Some browsers do that by themselves, others send what was typed.
 * @returns anything else unchanged
 */
export function asciiAddress(text: string): string {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  if (at < 0 || !/[^ -~]/.test(domain) || !/^[\p{L}\p{M}\p{N}.\u3002\uFF0E\uFF61-]+$/u.test(domain)) return text
  try {
    return text.slice(0, at + 1) + new URL(`https://${domain}`).hostname
  } catch {
    return text
  }
}
