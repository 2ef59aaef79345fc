/** The carriers whose pages follow a shipment by an address with its number. */
const trackingPages: Readonly<Record<string, (number: string) => string>> = {
  Aramex: (number) => `https://www.aramex.com/track/results?ShipmentNumber=${number}`,
  'Canada Post': (number) => `https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=${number}`,
  DHL: (number) => `https://www.dhl.com/global-en/home/tracking.html?tracking-id=${number}`,
  DPD: (number) => `https://tracking.dpd.de/status/en_US/parcel/${number}`,
  FedEx: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  GLS: (number) => `https://gls-group.com/GROUP/en/parcel-tracking/?match=${number}`,
  'La Poste': (number) => `https://www.laposte.fr/outils/suivre-vos-envois?code=${number}`,
  'Österreichische Post': (number) => `https://www.post.at/s/sendungsdetails?snr=${number}`,
  'Royal Mail': (number) => `https://www.royalmail.com/track-your-item#/tracking-results/${number}`,
  UPS: (number) => `https://www.ups.com/track?tracknum=${number}`,
  USPS: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
};

/** The names of these carriers. */
export const knownCarriers = Object.keys(trackingPages);

/**
 * Builds the address at which a carrier shows where a shipment is. `DHL Express` is known as `DHL`.
 *
 * @returns `null`: the carrier is not known here, or there is no number
 */
export function trackingPageOf(carrier: string, trackingNumber: string | null): string | null {
  const typed = `${carrier.trim().toLowerCase()} `;
  const known = knownCarriers.find((name) => typed.startsWith(`${name.toLowerCase()} `));
  if (known === undefined || trackingNumber === null) return null;
  return trackingPages[known]!(encodeURIComponent(trackingNumber.replaceAll(/\s/g, '')));
}
