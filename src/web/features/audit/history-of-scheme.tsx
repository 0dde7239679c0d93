export default function HistoryOfScheme() {
  return <p>HistoryOfScheme</p>
}
