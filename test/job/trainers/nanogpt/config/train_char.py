out_dir = 'out-char'
