-- Text without accents, for models that search without them. It needs no extension. Text in ASCII has none: that is
-- found out fast. Letters that are no base letter with an accent are written out. NFC at the end puts together what NFD
-- took apart and has no accent, such as the syllables of Korean.
create function tabularium.unaccented(given text) returns text
language sql immutable parallel safe
return case
  when octet_length(given) = length(given) then given
  else normalize(
    regexp_replace(
      normalize(
        translate(
          replace(replace(replace(replace(replace(replace(replace(replace(
            given, 'ß', 'ss'), 'ẞ', 'SS'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'), 'þ', 'th'), 'Þ', 'TH'),
          'øØłŁđĐðÐħĦıŧŦ',
          'oOlLdDdDhHitT'
        ),
        NFD
      ),
      '[\u0300-\u036f]+', '', 'g'
    ),
    NFC
  )
end
