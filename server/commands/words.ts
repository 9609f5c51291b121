import { StartError } from '../platform/start-error.ts'

/**
 * @param name of the option
 * @returns the time that an option names; undefined where it is absent
 * @throws StartError for what is no time
 */
export function readMoment(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (!Number.isNaN(time.getTime())) return time
  throw new StartError(`--${name} is not a time. For example: --${name} 2026-11-22T08:00Z`)
}

/** @returns such as `3.2 GB` */
export function sizeWords(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`
}

/** @returns such as `12.3 s` */
export function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
