/** Browsers by their token in User-Agent, specific ones first: most also claim to be Chrome or Safari. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPiOS|OPX)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:DuckDuckGo|Ddg)\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b.*\bMobile\b/, 'Android phone'],
  [/\bAndroid\b/, 'Android tablet'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Describes a request's device by its User-Agent. An iPad calls itself a Mac.
 * @param userAgent the request's header, which anyone can set to anything
 * @returns for example 'Chrome on Android phone' or 'Safari on Mac'; 'Unknown device' if nothing is recognized
 */
export function describeDevice(userAgent: string | null): string {
  const first = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = first(browsers)
  const system = first(systems)
  if (browser && system) return `${browser} on ${system}`
  if (system) return `A program on ${system}`
  return browser ?? 'Unknown device'
}
