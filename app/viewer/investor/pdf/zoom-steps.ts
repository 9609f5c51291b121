/** The scales of the zoom buttons; 1 is actual size. */
export const zoomSteps = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4]

export const scaleLimits = { min: 0.25, max: 5 }

/**
 * @param fit the scale that fits the window, an additional step
 * @returns the next step in a direction, or the scale itself if there is none
 */
export function nextScale(scale: number, direction: 1 | -1, fit: number): number {
  // Omits steps too close to the fit to make a difference.
  const steps = [...zoomSteps.filter(step => Math.abs(step / fit - 1) > 0.06), fit].sort((a, b) => a - b)
  const next = direction > 0 ? steps.find(step => step > scale * 1.01) : steps.findLast(step => step < scale * 0.99)
  return next ?? scale
}
