-- Reports of a key function holder are reached only by their holder: they are no kind of record with operations of its own.
delete from app.kinds_of_firms where kind = 'keyFunctionReport';
