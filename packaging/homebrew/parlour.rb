# A template: `packaging/fill` puts the version, the address and the checksum of a release in.
class Parlour < Formula
  desc "Six board games for the terminal, with bots from beginner to perfect"
  homepage "@REPOSITORY@"
  url "@REPOSITORY@/archive/refs/tags/v@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args
    system bin/"parlour", "man", "--all", man1
    generate_completions_from_executable(bin/"parlour", "completions")
  end

  test do
    assert_match "4", shell_output("#{bin}/parlour perft connect4 --depth 1 --set columns=4")
  end
end
