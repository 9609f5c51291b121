/** The site's own contact form, for visitors whose browser doesn't load another company's. */
export const ownFormAddress = '/email-contact?form=own'

/** @returns whether an address asks for the site's own form, even where the fund uses another company's */
export function asksForOwnForm(url: URL): boolean {
  return url.searchParams.get('form') === 'own'
}
