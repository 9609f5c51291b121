/** Hours of a week: day (ISO 8601, 1 is Monday) → spans such as '09:00-12:00'. */
export type CallHours = Partial<Record<1 | 2 | 3 | 4 | 5 | 6 | 7, string[]>>

/** One kind of call that can be booked. */
export type CallOffer = {
  /** Its calendar: calls in one calendar never overlap. */
  calendar: 'team' | 'founder'
  kind: 'phone' | 'video'
  hours: CallHours
  /** Minutes reserved for it. */
  slotMinutes: number
  /** Minutes it usually takes. */
  length: { from: number; to: number }
}

export type Calls = {
  /** The fund's time zone (IANA), which `hours` and `closed` are in. */
  timeZone: string
  /** How soon a call may be booked, in hours from now. */
  noticeHours: number
  /** Days that can be booked, today included. */
  daysAhead: number
  /** Days without calls (ISO 8601). */
  closed: string[]
  phone: CallOffer
  video: CallOffer
  founder: CallOffer
}

/** The calls that can be booked, by name. */
export type OfferName = 'phone' | 'video' | 'founder'
