type Thing = { '@type': string; [property: string]: unknown }

/** What a page says of itself to machines (schema.org, as JSON-LD). Data: no browser runs it. */
export function StructuredData({ thing }: { thing: Thing }) {
  // A `<` could end the element; in JSON it may be written as an escape.
  const json = JSON.stringify({ '@context': 'https://schema.org', ...thing }).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above, and from content/ only
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} suppressHydrationWarning />
}
