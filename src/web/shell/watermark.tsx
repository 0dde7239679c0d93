/** The name of the inspector over every page, also on paper. */
export default function Watermark({ name }: { name: string }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 z-30 flex items-center justify-center overflow-hidden opacity-10"
    >
      <span className="-rotate-30 whitespace-nowrap font-semibold text-4xl">Inspection: {name}</span>
    </div>
  )
}
