-- The logo of a firm: a file of the store, named by its record. All columns are null while the firm has none.
alter table tenants
  add column logo_content_type text check (logo_content_type in ('image/png', 'image/jpeg')),
  add column logo_width_pixels integer,
  add column logo_height_pixels integer,
  add column logo_size_bytes integer,
  add column logo_sha256 text,
  add column logo_storage_key text,
  add column logo_sealed_key text,
  add column logo_key_fingerprint text,
  add constraint tenants_logo_is_whole check (
    num_nulls(logo_content_type, logo_width_pixels, logo_height_pixels, logo_size_bytes, logo_sha256, logo_storage_key,
              logo_sealed_key, logo_key_fingerprint) in (0, 8));
