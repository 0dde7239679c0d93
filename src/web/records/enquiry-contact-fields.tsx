import { TextField } from '../ui/form/fields.tsx'
import { FormSection } from '../ui/form/form-section.tsx'

/** The contact of a firm or a scheme for questions of members. */
export const EnquiryContactFields = ({ help }: { help: string }) => (
  <FormSection title="Contact for members">
    <p className="max-w-[70ch] text-muted">{help}. The audit log records that it changed, not the value.</p>
    <TextField name="enquiryName" />
    <TextField name="enquiryEmail" type="email" />
    <TextField name="enquiryPhone" />
  </FormSection>
)
