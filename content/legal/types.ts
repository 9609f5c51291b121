/** A paragraph, or the entries of a list. */
export type LegalText = string | string[]

export type LegalSection = {
  /** Part of the address: /terms#liability. */
  id: string
  heading: string
  text: LegalText[]
}

export type LegalDocument = {
  title: string
  description: string
  /** Its effective date, as shown. */
  effective: string
  lead: string
  sections: LegalSection[]
}
