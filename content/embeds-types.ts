/** Addresses of other companies' widgets (https), all optional (specification sections 2, 4 and 7). */
export type Embeds = {
  /** Script of the lead form. */
  formScript?: string
  /** Page of the contact form, shown in a frame. */
  emailForm?: string
  /** Script of the booking widget. */
  bookingScript?: string
  /** Pages of the booking widget, shown in frames. */
  videoBooking?: string
  phoneBooking?: string
  /** Page of the founder's calendar. */
  founderCalendar?: string
  /** Origins that these widgets' scripts talk to, such as 'https://api.example.com'. */
  alsoAllow?: { scripts?: string[]; frames?: string[]; connections?: string[]; images?: string[] }
}

/** The widgets that are pages in frames. */
export type FramedEmbed = 'emailForm' | 'videoBooking' | 'phoneBooking' | 'founderCalendar'
